import type { LocalizedText } from '@partner-accounts/rules'

/** Changes that a client can notice, newest first: the rows of `docs/rest/changelog.md`. */
export const CHANGELOG: readonly { date: string; change: LocalizedText }[] = [
  {
    date: '2026-11-22',
    change: {
      en: 'errors link to their description: `Link: <…#error-88>; rel="help"`. The reference is also available in Markdown, at `docs.md`',
      'pt-BR':
        'os erros têm um link para a sua descrição: `Link: <…#error-88>; rel="help"`. A referência existe também em Markdown, em `docs.md`',
    },
  },
  {
    date: '2026-11-22',
    change: {
      en: 'the OpenAPI document lists every error of an operation, and has no `default` response',
      'pt-BR': 'o documento OpenAPI lista todos os erros de cada operação e não tem resposta `default`',
    },
  },
  {
    date: '2026-11-22',
    change: {
      en: 'an identifier with a slash, such as a formatted CNPJ, is 422 with `_code` 113 instead of 404. `POST /partner-accounts/` is 404 and creates nothing',
      'pt-BR':
        'um identificador com barra, como um CNPJ formatado, é 422 com `_code` 113, e não 404. `POST /partner-accounts/` é 404 e não cria nada',
    },
  },
  {
    date: '2026-11-22',
    change: {
      en: 'the domain of an e-mail contains a dot',
      'pt-BR': 'o domínio de um e-mail contém um ponto',
    },
  },
  {
    date: '2026-11-22',
    change: {
      en: 'the OpenAPI document has a schema for each `_code`. The reference is in Portuguese and English, with collections for Postman and Bruno',
      'pt-BR':
        'o documento OpenAPI tem um schema para cada `_code`. A referência está em português e inglês, com coleções para Postman e Bruno',
    },
  },
  {
    date: '2026-11-22',
    change: {
      en: 'errors state their language in `Content-Language`',
      'pt-BR': 'os erros informam o idioma em `Content-Language`',
    },
  },
  {
    date: '2026-11-22',
    change: {
      en: 'a replayed creation has the header `Idempotent-Replayed: true`',
      'pt-BR': 'uma criação repetida tem o cabeçalho `Idempotent-Replayed: true`',
    },
  },
  {
    date: '2026-11-22',
    change: {
      en: 'lists are compressed (br, gzip) for clients that accept it',
      'pt-BR': 'as listas são comprimidas (br, gzip) para clientes que aceitam',
    },
  },
  {
    date: '2026-11-22',
    change: {
      en: '`GET /partner-accounts/` (an empty identifier) is 404 instead of the list',
      'pt-BR': '`GET /partner-accounts/` (identificador vazio) responde 404 em vez da lista',
    },
  },
  {
    date: '2026-11-21',
    change: {
      en: "requests of disabled users and suspended partners count for the client's network, not for the partner",
      'pt-BR':
        'requisições de usuários desativados e de parceiros suspensos contam para a rede do cliente, não para o parceiro',
    },
  },
  {
    date: '2026-11-21',
    change: {
      en: "a portal user's tokens end when the user is disabled or chooses a new password: 401 with `_code` 9, no longer 403",
      'pt-BR':
        'os tokens de um usuário terminam quando ele é desativado ou escolhe outra senha: 401 com `_code` 9, não mais 403',
    },
  },
  {
    date: '2026-11-21',
    change: {
      en: 'e-mails are compared in ASCII lower case, and only ASCII e-mails are accepted',
      'pt-BR': 'e-mails são comparados em minúsculas ASCII, e só e-mails ASCII são aceitos',
    },
  },
  {
    date: '2026-11-21',
    change: {
      en: 'every text has a maximum length. Longer ones are invalid fields',
      'pt-BR': 'todo texto tem um tamanho máximo. Os mais longos são campos inválidos',
    },
  },
  {
    date: '2026-11-21',
    change: {
      en: 'version 1: `POST /tokens`, `GET` and `POST /partner-accounts`, `GET /partner-accounts/{account_id}`, `Idempotency-Key`',
      'pt-BR':
        'versão 1: `POST /tokens`, `GET` e `POST /partner-accounts`, `GET /partner-accounts/{account_id}`, `Idempotency-Key`',
    },
  },
]
