import { defineMessages } from '@partner-accounts/ui/messages'

type Counts = Record<'created' | 'existing' | 'rejected' | 'waiting', string>

export const batchMessages = defineMessages(
  {
    title: 'Importar',
    lead: 'Traga seus clientes em uma planilha. Nada é enviado antes de cada linha ser conferida.',
    line: 'Linha',
    company: 'Empresa',
    problem: 'O que corrigir',
    progress: 'Linhas processadas',
    of: (done: string, rows: string) => `${done} de ${rows}`,
    rows: (rows: string, isOne: boolean) => (isOne ? '1 linha' : `${rows} linhas`),
    creating: 'Criando contas…',
    pace: (perMinute: string, left: string) => `Cerca de ${perMinute} contas por minuto · faltam cerca de ${left}`,
    limited: (left: string) => `Seu limite de requisições no portal foi atingido. A criação continua em ${left}.`,
    unreachable: 'O serviço não respondeu. Uma nova tentativa será feita em instantes; nada se perde.',
    queued: 'Outra importação está em andamento neste navegador. Esta começa em seguida.',
    elsewhere: 'Esta importação está em andamento em outra aba.',
    notStored:
      'A criação parou, porque o navegador não conseguiu guardar um resultado. Libere espaço no computador e continue: nenhuma conta é duplicada, e o resultado que faltou é buscado de novo.',
    resumable: 'Há linhas que faltam deste arquivo. Continuar não duplica nenhuma conta.',
    ended: (file: string, created: number, isUnfinished: boolean) =>
      `A importação de ${file} ${isUnfinished ? 'parou' : 'terminou'}: ${created === 1 ? '1 conta criada' : `${created} contas criadas`}.`,
    finished: 'Terminado.',
    allCreated:
      'Terminado. Todas as linhas enviadas viraram contas. Baixe os resultados abaixo e guarde as chaves secretas em um lugar seguro.',
    stopped: 'A criação parou.',
    pause: 'Pausar',
    notify: 'Avisar quando terminar',
    resume: 'Continuar',
    lateTitle: 'Já faz mais de 24 horas',
    late: (rows: number) =>
      `${rows === 1 ? 'Uma linha foi enviada e ficou' : `${rows} linhas foram enviadas e ficaram`} sem resposta há mais de um dia. Se a conta já existe, ela não será duplicada, mas a chave secreta não pode mais ser recuperada: peça outra a quem cuida do serviço.`,
    resumeAnyway: 'Continuar mesmo assim',
    notNow: 'Agora não',
    counts: ({ created, existing, rejected, waiting }: Counts) =>
      `Criadas: ${created} · Já existiam: ${existing} · Recusadas: ${rejected} · Por criar: ${waiting}`,
    closeHint:
      'Você pode usar outras páginas ou fechar esta aba: ao voltar ao portal, a criação continua de onde parou.',
    resultsTitle: 'Resultados',
    results:
      'As chaves secretas aparecem só agora, e ficam criptografadas neste navegador até você apagá-las. Baixe os resultados, guarde-os em um lugar seguro e apague-os daqui.',
    downloadResults: 'Baixar resultados',
    remove: 'Apagar deste navegador',
    removeTitle: 'Apagar esta importação deste navegador?',
    removeUndownloaded:
      'As contas criadas continuam existindo, mas há chaves secretas que você ainda não baixou. Elas não podem ser recuperadas.',
    removeDownloaded: 'Você já baixou os resultados. As contas criadas continuam existindo.',
    keep: 'Manter',
    removed: 'Importação apagada deste navegador.',
    unsentRows:
      'Há linhas deste arquivo que ainda não foram enviadas. Elas e as suas correções estão guardadas neste navegador.',
    rejectedRows: 'O serviço recusou linhas deste arquivo.',
    correctRows: 'Corrigir e importar',
    downloadRejected: 'Baixar as linhas recusadas',
    existingTitle: 'Contas que já existiam',
    existing: 'Esta conta já existe.',
    rejectedTitle: 'Linhas recusadas pelo serviço',
    columns: {
      line: 'linha',
      result: 'resultado',
      reason: 'motivo',
      id: 'id da conta',
      apiToken: 'chave de acesso (api_token)',
      secret: 'chave secreta (secret)',
    },
    outcomes: { created: 'criada', existing: 'já existia', rejected: 'recusada', waiting: 'por criar' },
    resultsFile: 'resultados',
    batches: 'Importações neste navegador',
    status: {
      running: 'em andamento',
      unfinished: (rows: string) => `faltam ${rows}`,
      undownloaded: 'resultados não baixados',
      finished: 'concluída',
    },
    unavailable: {
      insecure:
        'Esta página foi aberta sem criptografia (HTTPS). Sem ela, as chaves secretas de uma importação não podem ser guardadas com segurança neste navegador.',
      storage:
        'Este navegador não permite guardar dados deste site, e sem isso as chaves secretas de uma importação se perderiam. Permita o armazenamento ou saia do modo privado.',
    },
  },
  {
    title: 'Import',
    lead: 'Import your customers from a spreadsheet. Nothing is sent until every row has been checked.',
    line: 'Row',
    company: 'Company',
    problem: 'What to correct',
    progress: 'Rows processed',
    of: (done: string, rows: string) => `${done} of ${rows}`,
    rows: (rows: string, isOne: boolean) => (isOne ? '1 row' : `${rows} rows`),
    creating: 'Creating accounts…',
    pace: (perMinute: string, left: string) => `About ${perMinute} accounts a minute · about ${left} left`,
    limited: (left: string) => `Your rate limit in the portal is used up. The import continues in ${left}.`,
    unreachable: 'The service did not respond. The request will be retried; nothing is lost.',
    queued: 'Another import is running in this browser. This one starts next.',
    elsewhere: 'This import is running in another tab.',
    notStored:
      'The import stopped, because the browser could not store a result. Free some space on the computer and resume: no account is created twice, and the missing result is fetched again.',
    resumable: 'Some rows of this file have not been created yet. Resuming creates no account twice.',
    ended: (file: string, created: number, isUnfinished: boolean) =>
      `The import of ${file} ${isUnfinished ? 'stopped' : 'ended'}: ${created === 1 ? '1 account created' : `${created} accounts created`}.`,
    finished: 'Finished.',
    allCreated:
      'Finished. Every row that was sent became an account. Download the results below and keep the secret keys in a safe place.',
    stopped: 'The import stopped.',
    pause: 'Pause',
    notify: 'Notify me when it finishes',
    resume: 'Resume',
    lateTitle: 'More than 24 hours have passed',
    late: (rows: number) =>
      `${rows === 1 ? 'One row was sent and got' : `${rows} rows were sent and got`} no response more than a day ago. An account that exists is not created twice, but its secret key can no longer be recovered: ask the operator of the service for a new one.`,
    resumeAnyway: 'Resume anyway',
    notNow: 'Not now',
    counts: ({ created, existing, rejected, waiting }: Counts) =>
      `Created: ${created} · Already existed: ${existing} · Rejected: ${rejected} · Remaining: ${waiting}`,
    closeHint:
      'You can use other pages or close this tab: when you come back to the portal, the import continues where it stopped.',
    resultsTitle: 'Results',
    results:
      'Secret keys are shown only now. They stay encrypted in this browser until you delete them. Download the results, keep them in a safe place, and delete them here.',
    downloadResults: 'Download results',
    remove: 'Delete from this browser',
    removeTitle: 'Delete this import from this browser?',
    removeUndownloaded:
      'The created accounts remain, but some secret keys have not been downloaded. They cannot be recovered.',
    removeDownloaded: 'You have downloaded the results. The created accounts remain.',
    keep: 'Keep',
    removed: 'Import deleted from this browser.',
    unsentRows: 'Some rows of this file have not been sent. They and your corrections are kept in this browser.',
    rejectedRows: 'The service rejected rows of this file.',
    correctRows: 'Correct and import',
    downloadRejected: 'Download the rejected rows',
    existingTitle: 'Accounts that already existed',
    existing: 'This account already exists.',
    rejectedTitle: 'Rows that the service rejected',
    columns: {
      line: 'row',
      result: 'result',
      reason: 'reason',
      id: 'account id',
      apiToken: 'access key (api_token)',
      secret: 'secret key (secret)',
    },
    outcomes: { created: 'created', existing: 'already existed', rejected: 'rejected', waiting: 'remaining' },
    resultsFile: 'results',
    batches: 'Imports in this browser',
    status: {
      running: 'in progress',
      unfinished: (rows: string) => `${rows} remaining`,
      undownloaded: 'results not downloaded',
      finished: 'finished',
    },
    unavailable: {
      insecure:
        'This page was opened without encryption (HTTPS). Without it, this browser cannot store the secret keys of an import safely.',
      storage:
        'This browser does not let this site store data, so the secret keys of an import would be lost. Allow storage or leave private browsing.',
    },
  },
)
