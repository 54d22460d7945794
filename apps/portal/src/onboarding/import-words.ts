import { words } from '@partner-accounts/ui/words'

export const importWords = words(
  {
    step: (step: number) => `Passo ${step}`,
    templateTitle: 'Baixe o modelo',
    template:
      'Ou use a sua própria planilha: as colunas são reconhecidas pelos títulos, e você confere antes de enviar.',
    downloadTemplate: 'Baixar modelo',
    templateFile: 'modelo-contas.csv',
    chooseTitle: 'Escolha a planilha preenchida',
    choose: 'Excel (.xlsx) ou CSV, até 2.000 linhas.',
    chooseFile: 'Escolher arquivo',
    drop: 'ou arraste o arquivo para cá',
    paste: 'ou copie as células da planilha, com os títulos, e cole nesta página (Ctrl+V)',
    pastedName: 'Planilha colada',
    problems: {
      unreadable: 'O arquivo não pôde ser lido. Salve-o como Excel (.xlsx) ou CSV e escolha-o de novo.',
      empty: 'O arquivo está vazio.',
      'no-rows': 'O arquivo não tem nenhuma linha além dos títulos.',
      'old-excel': 'Este arquivo é do formato antigo do Excel (.xls). Salve-o como .xlsx e escolha-o de novo.',
    },
    tooMany: (rows: string) => `O arquivo tem ${rows} linhas. Divida-o em arquivos de até 2.000.`,
    mappingTitle: 'O que tem em cada coluna?',
    mapping: 'Alguns títulos não foram reconhecidos. Sua escolha fica guardada para a próxima planilha.',
    column: 'Coluna do arquivo',
    examples: 'Exemplos',
    field: 'Campo da conta',
    fieldOf: (heading: string) => `Campo da coluna ${heading}`,
    untitled: (column: number) => `Coluna ${column}`,
    ignore: 'Ignorar esta coluna',
    missing: (fields: string) => `Faltam colunas no arquivo: ${fields}.`,
    useColumns: 'Conferir as linhas',
    someExist: (count: string, one: boolean) =>
      one
        ? '1 linha é de um cliente que já tem conta na sua revenda. Ela não será enviada.'
        : `${count} linhas são de clientes que já têm conta na sua revenda. Elas não serão enviadas.`,
    existingTitle: 'Linhas com conta existente',
    existingColumn: 'Conta existente',
    sameEmailAs: 'Mesmo e-mail de administrador:',
    sameDocumentAs: 'Mesmo documento:',
    repeat: 'Criar outra conta para as linhas com o mesmo documento',
    allValid: (rows: string, one: boolean) =>
      one ? 'Uma linha conferida, pronta para criar.' : `${rows} linhas conferidas, prontas para criar.`,
    someInvalid: (invalid: string, rows: string) =>
      `${invalid} de ${rows} linhas precisam de correção. Corrija aqui mesmo, ou crie as outras e baixe estas. Nada foi enviado.`,
    invalidTitle: 'Linhas que precisam de correção',
    ofRow: (line: number) => `da linha ${line}`,
    corrected: 'Corrigido.',
    more: (rest: string) => `E mais ${rest}.`,
    start: (rows: string, one: boolean) => (one ? 'Criar 1 conta' : `Criar ${rows} contas`),
    startValid: (rows: string, one: boolean) =>
      one ? 'Criar só a linha correta (1 conta)' : `Criar só as linhas corretas (${rows} contas)`,
    downloadInvalid: 'Baixar as linhas a corrigir',
    invalidFile: 'linhas-a-corrigir.csv',
    reason: 'O que corrigir',
    adjustColumns: 'Ajustar colunas',
    otherFile: 'Escolher outro arquivo',
    restored: (rows: string, one: boolean) =>
      one ? '1 linha teve zeros à esquerda restaurados' : `${rows} linhas tiveram zeros à esquerda restaurados`,
    restoredTitle: 'Zeros à esquerda restaurados',
    restoredColumn: 'Será enviado',
  },
  {
    step: (step: number) => `Step ${step}`,
    templateTitle: 'Download the template',
    template:
      'Or use your own spreadsheet: columns are recognized by their headings, and you check them before sending.',
    downloadTemplate: 'Download template',
    templateFile: 'accounts-template.csv',
    chooseTitle: 'Choose the completed spreadsheet',
    choose: 'Excel (.xlsx) or CSV, up to 2,000 rows.',
    chooseFile: 'Choose file',
    drop: 'or drag the file here',
    paste: 'or copy the cells of the spreadsheet, headings included, and paste them on this page (Ctrl+V)',
    pastedName: 'Pasted spreadsheet',
    problems: {
      unreadable: 'The file could not be read. Save it as Excel (.xlsx) or CSV and choose it again.',
      empty: 'The file is empty.',
      'no-rows': 'The file has no rows below its headings.',
      'old-excel': 'This file has the old Excel format (.xls). Save it as .xlsx and choose it again.',
    },
    tooMany: (rows: string) => `The file has ${rows} rows. Split it into files of up to 2,000.`,
    mappingTitle: 'What does each column contain?',
    mapping: 'Some headings were not recognized. Your choice is remembered for the next spreadsheet.',
    column: 'Column of the file',
    examples: 'Examples',
    field: 'Field of the account',
    fieldOf: (heading: string) => `Field of column ${heading}`,
    untitled: (column: number) => `Column ${column}`,
    ignore: 'Ignore this column',
    missing: (fields: string) => `Columns are missing from the file: ${fields}.`,
    useColumns: 'Check the rows',
    someExist: (count: string, one: boolean) =>
      one
        ? '1 row is a customer with an account of your company. It will not be sent.'
        : `${count} rows are customers with accounts of your company. They will not be sent.`,
    existingTitle: 'Rows with an existing account',
    existingColumn: 'Existing account',
    sameEmailAs: 'Same administrator e-mail:',
    sameDocumentAs: 'Same document:',
    repeat: 'Create another account for the rows with the same document',
    allValid: (rows: string, one: boolean) =>
      one ? 'One row checked, ready to be created.' : `${rows} rows checked, ready to be created.`,
    someInvalid: (invalid: string, rows: string) =>
      `${invalid} of ${rows} rows need correcting. Correct them here, or create the others and download these. Nothing has been sent.`,
    invalidTitle: 'Rows that need correcting',
    ofRow: (line: number) => `of row ${line}`,
    corrected: 'Corrected.',
    more: (rest: string) => `And ${rest} more.`,
    start: (rows: string, one: boolean) => (one ? 'Create 1 account' : `Create ${rows} accounts`),
    startValid: (rows: string, one: boolean) =>
      one ? 'Create the valid row only (1 account)' : `Create the valid rows only (${rows} accounts)`,
    downloadInvalid: 'Download the rows to correct',
    invalidFile: 'rows-to-correct.csv',
    reason: 'What to correct',
    adjustColumns: 'Adjust columns',
    otherFile: 'Choose another file',
    restored: (rows: string, one: boolean) =>
      one ? 'Leading zeros were restored in 1 row' : `Leading zeros were restored in ${rows} rows`,
    restoredTitle: 'Restored leading zeros',
    restoredColumn: 'Will be sent',
  },
)
