import { defineMessages } from '@partner-accounts/ui/messages'

export const signInMessages = defineMessages(
  {
    title: 'Entrar',
    lead: 'Use o e-mail e a senha do seu usuário do portal.',
    email: 'E-mail',
    emailMissing: 'Informe o e-mail do seu usuário.',
    password: 'Senha',
    passwordMissing: 'Informe a sua senha.',
    cookiesBlocked:
      'Este navegador bloqueia os cookies deste site, e sem eles não é possível entrar. Permita os cookies nas configurações do navegador e recarregue a página.',
    submit: 'Entrar',
    code: 'Código',
    codeHint: 'Os 6 dígitos do seu aplicativo autenticador, ou um código de recuperação.',
    codeRequired: 'A senha está certa. Agora informe o código do seu aplicativo autenticador.',
    signedOut: 'Você saiu. Entre de novo para voltar aonde estava.',
    chosen: 'Seu usuário está ativo. Entre com a senha que você escolheu.',
    replaced: 'Sua senha foi trocada. Entre com a senha nova.',
    notActivated: 'Seu usuário ainda não foi ativado. Abra o link do e-mail de convite e escolha sua senha.',
    incorrect: 'E-mail ou senha não conferem. Confira os dois e tente de novo.',
    againTitle: 'Sua sessão terminou',
    againLead: (email: string) => `Entre de novo como ${email} para continuar. Nada do que você digitou se perdeu.`,
    leave: 'Sair',
    resultsTitle: 'Há resultados neste navegador',
    resultsUnsent: (rows: number) =>
      rows === 1
        ? 'A importação não terminou: falta enviar 1 linha.'
        : `A importação não terminou: falta enviar ${rows} linhas.`,
    resultsUndownloaded: (count: number) =>
      count === 1
        ? 'A chave secreta de 1 conta ainda não foi baixada e não pode ser recuperada depois. Ela está criptografada neste navegador.'
        : `As chaves secretas de ${count} contas ainda não foram baixadas e não podem ser recuperadas depois. Elas estão criptografadas neste navegador.`,
    resultsDownloaded: 'Os resultados que você baixou ainda estão neste navegador, criptografados.',
    stay: 'Continuar no portal',
    keepResults: 'Sair e manter os resultados',
    deleteResults: 'Sair e apagar os resultados',
    secretTitle: 'Sair sem guardar a chave secreta?',
    secretsUnsaved: (count: number) =>
      count === 1
        ? 'Você enviou 1 conta e não guardou a chave secreta. Se você sair, ela não pode ser recuperada.'
        : `Você enviou ${count} contas e não guardou as chaves secretas. Se você sair, elas não podem ser recuperadas.`,
    leaveAnyway: 'Sair mesmo assim',
  },
  {
    title: 'Sign in',
    lead: 'Use the e-mail and password of your portal user.',
    email: 'E-mail',
    emailMissing: 'Enter the e-mail of your user.',
    password: 'Password',
    passwordMissing: 'Enter your password.',
    cookiesBlocked:
      'This browser blocks the cookies of this site, and you cannot sign in without them. Allow cookies in the settings of the browser, then reload the page.',
    submit: 'Sign in',
    code: 'Code',
    codeHint: 'The 6 digits in your authenticator app, or a recovery code.',
    codeRequired: 'The password is correct. Now enter the code from your authenticator app.',
    signedOut: 'You signed out. Sign in again to return to where you were.',
    chosen: 'Your user is active. Sign in with the password you chose.',
    replaced: 'Your password has changed. Sign in with the new one.',
    notActivated: 'Your user is not activated yet. Open the link in the invitation e-mail and choose your password.',
    incorrect: 'The e-mail or password is incorrect. Check both and try again.',
    againTitle: 'Your session has ended',
    againLead: (email: string) => `Sign in again as ${email} to continue. Nothing you typed is lost.`,
    leave: 'Sign out',
    resultsTitle: 'Results are stored in this browser',
    resultsUnsent: (rows: number) =>
      rows === 1
        ? 'The import is unfinished: 1 row has not been sent.'
        : `The import is unfinished: ${rows} rows have not been sent.`,
    resultsUndownloaded: (count: number) =>
      count === 1
        ? 'The secret key of 1 account has not been downloaded and cannot be recovered later. It is encrypted in this browser.'
        : `The secret keys of ${count} accounts have not been downloaded and cannot be recovered later. They are encrypted in this browser.`,
    resultsDownloaded: 'The results that you downloaded are still in this browser, encrypted.',
    stay: 'Stay signed in',
    keepResults: 'Sign out and keep the results',
    deleteResults: 'Sign out and delete the results',
    secretTitle: 'Sign out without keeping the secret key?',
    secretsUnsaved: (count: number) =>
      count === 1
        ? 'You sent 1 account and have not stored its secret key. If you sign out, it cannot be recovered.'
        : `You sent ${count} accounts and have not stored their secret keys. If you sign out, they cannot be recovered.`,
    leaveAnyway: 'Sign out anyway',
  },
)
