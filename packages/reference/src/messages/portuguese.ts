import { ACCOUNT_FIELDS, type Fields } from '@partner-accounts/rules'

const descriptionsOf = (fields: Fields): (readonly [english: string, portuguese: string])[] =>
  Object.values(fields).flatMap((rule) => [
    [rule.description.en, rule.description['pt-BR']],
    ...(rule.kind === 'object' ? descriptionsOf(rule.fields) : []),
  ])

/** Translations of the texts of the OpenAPI document, by the English text. */
export const PORTUGUESE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(descriptionsOf(ACCOUNT_FIELDS)),

  'Sign in': 'Entrar',
  'Exchanges the e-mail and password of a portal user for a partner token. Send the token as `Authorization: Bearer <token>` with every other request. Sign in again after it has expired.':
    'Troca o e-mail e a senha de um usuário do portal por um token de parceiro. Envie o token como `Authorization: Bearer <token>` em todas as outras requisições. Entre de novo quando ele expirar.',
  'Create an account': 'Criar uma conta',
  "Creates an account of the partner with a subscription, an administrator, an employer, a unit at the employer's address and a sample work schedule. If the partner has a coupon, it is applied. **Store the `secret` in the response: no other response contains it.**":
    'Cria uma conta do parceiro com assinatura, administrador, empregador, unidade no endereço do empregador e uma escala de trabalho de exemplo. Se o parceiro tem um cupom, ele é aplicado. **Guarde o `secret` da resposta: nenhuma outra resposta o contém.**',
  'List accounts': 'Listar contas',
  "Returns a page of the partner's accounts, from the most recent to the oldest. The list never contains `api_token`.":
    'Retorna uma página das contas do parceiro, da mais recente para a mais antiga. A lista nunca contém `api_token`.',
  'Read an account': 'Ler uma conta',
  "Returns one account of the partner, by its id or by its employer's CNPJ or CPF. If several accounts share a tax ID, returns the most recent. With the account's secret in `X-Secret`, the response contains the `api_token`. A wrong secret is not an error; the field is omitted.":
    'Retorna uma conta do parceiro pelo id ou pelo CNPJ ou CPF do empregador. Se várias contas têm o mesmo documento, retorna a mais recente. Com o segredo da conta em `X-Secret`, a resposta contém o `api_token`. Um segredo errado não é um erro: o campo é omitido.',

  'Page size. Values above 100 are reduced to 100. Any value other than a positive integer is replaced with 25.':
    'Tamanho da página. Valores acima de 100 são reduzidos a 100. Qualquer valor que não seja um inteiro positivo é trocado por 25.',
  'Page number. A page past the end has no items. Any value other than a positive integer is replaced with 1.':
    'Número da página. Uma página depois do fim não tem itens. Qualquer valor que não seja um inteiro positivo é trocado por 1.',
  'A text of 1 to 255 characters that identifies this creation. A retry with the same key and body within 24 hours returns the same response, `secret` included, and creates nothing.':
    'Um texto de 1 a 255 caracteres que identifica esta criação. Uma repetição com a mesma chave e o mesmo corpo em até 24 horas retorna a mesma resposta, com o `secret`, e não cria nada.',
  'Account id (24 hexadecimal characters), CNPJ (14 characters, letters in either case) or CPF (11 digits), without punctuation. Check digits are not validated.':
    'Id da conta (24 caracteres hexadecimais), CNPJ (14 caracteres, letras maiúsculas ou minúsculas) ou CPF (11 dígitos), sem pontuação. Os dígitos verificadores não são validados.',
  "The account's secret, from the response to its creation.": 'O segredo da conta, da resposta à sua criação.',
  'Language of `ui_message` and of messages about fields: `pt-BR` or `en`.':
    'Idioma de `ui_message` e das mensagens sobre campos: `pt-BR` ou `en`.',
  'An id for this request, which both sides can log. If it is absent, the service generates one.':
    'Um id para esta requisição, que os dois lados podem registrar. Se faltar, o serviço gera um.',

  'Id of the request. Include it when you contact support.': 'Id da requisição. Informe-o ao falar com o suporte.',
  'The limit: `q` requests in any `w` seconds.': 'O limite: `q` requisições em quaisquer `w` segundos.',
  'The remaining requests: `r` now, and more after `t` seconds.':
    'As requisições que restam: `r` agora, e mais depois de `t` segundos.',
  'No requests remain until `t` seconds have passed.': 'Não resta nenhuma requisição até passarem `t` segundos.',
  'Seconds to wait before a retry can succeed.': 'Segundos de espera até que uma repetição possa dar certo.',
  'The authentication scheme, and `error="invalid_token"` if a token was sent and rejected.':
    'O esquema de autenticação, e `error="invalid_token"` se um token foi enviado e recusado.',
  'Language of `ui_message` and of messages about fields.': 'Idioma de `ui_message` e das mensagens sobre campos.',
  'Present if this is the stored response to an earlier request with the same `Idempotency-Key`. No account was created.':
    'Presente se esta é a resposta guardada de uma requisição anterior com a mesma `Idempotency-Key`. Nenhuma conta foi criada.',
  'The description of the error on the reference page, with `rel="help"`.':
    'A descrição do erro na página de referência, com `rel="help"`.',
  'The methods of the path.': 'Os métodos do caminho.',

  'List events': 'Listar eventos',
  'Returns changes of your accounts and portal users, oldest first, of the last 30 days. A reader that continues after the last id that it received misses no event.':
    'Retorna mudanças das suas contas e usuários do portal, da mais antiga à mais recente, dos últimos 30 dias. Um leitor que continua depois do último id que recebeu não perde nenhum evento.',
  'Id of the last event that you processed, whatever its age, or `_meta.after` of the last page. Without it, or if it is empty, the list begins 30 days ago. `latest` returns no events, and in `_meta.after` the position from which a new reader follows.':
    'Id do último evento processado, qualquer que seja a sua idade, ou `_meta.after` da última página. Sem ele, ou se está vazio, a lista começa há 30 dias. `latest` não retorna eventos, e traz em `_meta.after` a posição a partir da qual um leitor novo continua.',
  'Only events of these types, separated by commas. Default: all.':
    'Só eventos destes tipos, separados por vírgulas. Padrão: todos.',
  'Only events of this account. The list is empty if the account is not yours.':
    'Só eventos desta conta. A lista fica vazia se a conta não for sua.',
  'A page of events.': 'Uma página de eventos.',
  '`after` is not an event, or events after it are more than 30 days old and have expired.':
    '`after` não é um evento, ou eventos posteriores a ele têm mais de 30 dias e não existem mais.',
  'More events follow': 'Há mais eventos',
  'No events': 'Nenhum evento',
  'The events, in the order in which they became visible.': 'Os eventos, na ordem em que se tornaram visíveis.',
  'Id of the event. It is the same whenever the event is sent.': 'Id do evento. É o mesmo em todos os envios.',
  'The type.': 'O tipo.',
  'Counts your events in the order in which they became visible, without gaps. Of two events about an account, the one with the higher position is newer, whichever arrives first.':
    'Conta os seus eventos na ordem em que se tornaram visíveis, sem lacunas. De dois eventos de uma conta, o de posição maior é o mais novo, qualquer que chegue antes.',
  'Time of the change.': 'Momento da mudança.',
  'What changed.': 'O que mudou.',
  'Id of the account.': 'Id da conta.',
  'The account as it is now, as in the list.': 'A conta como está agora, igual à da lista.',
  'What was corrected. The address belongs to the employer.': 'O que foi corrigido. O endereço é do empregador.',
  'Id of the portal user.': 'Id do usuário do portal.',
  'Links to other events.': 'Links para outros eventos.',
  'The following events. Absent when there are none yet.': 'Os eventos seguintes. Ausente se ainda não há nenhum.',
  'The page in effect.': 'A página em vigor.',
  'Where to continue: pass it as `after`. Present on empty pages, too.':
    'Onde continuar: envie-o em `after`. Presente também em páginas vazias.',
  'A type that is not in this document.': 'Um tipo que não está neste documento.',
  'Id of the event.': 'Id do evento.',
  'As in every event.': 'Como em todo evento.',
  'An account was created.': 'Uma conta foi criada.',
  'Data of the employer or the administrator was corrected. A correction of both is two events.':
    'Dados do empregador ou do administrador foram corrigidos. Uma correção dos dois são dois eventos.',
  'A subscription was activated.': 'Uma assinatura foi ativada.',
  'The contracted employees or facial recognitions changed.':
    'Os funcionários ou reconhecimentos faciais contratados mudaram.',
  'A subscription was canceled.': 'Uma assinatura foi cancelada.',
  'The `api_token` of an account was revoked.': 'O `api_token` de uma conta foi revogado.',
  'The `api_token` and secret of an account were replaced.': 'O `api_token` e o segredo de uma conta foram trocados.',
  'The administrator of an account chose a password.': 'O administrador de uma conta escolheu a senha.',
  'A portal user chose a password.': 'Um usuário do portal escolheu a senha.',
  'A portal user was disabled.': 'Um usuário do portal foi desativado.',
  'Sent to verify an endpoint. It is not in the feed.': 'Enviado para verificar um endereço. Não está na lista.',
  'Absolute addresses of other pages, for tools that follow `rel="next"`: also `prev`, `first` and `last` of numbered pages. Absent if there is only one page.':
    'Endereços absolutos de outras páginas, para ferramentas que seguem `rel="next"`: também `prev`, `first` e `last` de páginas numeradas. Ausente se só existe uma página.',

  'Signed in.': 'Você entrou.',
  'Created.': 'Conta criada.',
  'A page of accounts.': 'Uma página de contas.',
  'The account.': 'A conta.',
  'The sign-in failed.': 'Não foi possível entrar.',
  'The token is missing, expired or invalid.': 'O token falta, expirou ou é inválido.',
  'The portal user lacks the permission, or `X-Mode` expects another mode.':
    'O usuário do portal não tem a permissão, ou `X-Mode` espera outro modo.',
  'The mode that you expect, from the same setting as the credentials: a token or portal user of the other mode is rejected with 403 before anything happens.':
    'O modo que você espera, da mesma configuração que as credenciais: um token ou usuário do outro modo é recusado com 403 antes de qualquer efeito.',
  'Present if the token, or the portal user who signs in, is of test mode.':
    'Presente se o token, ou o usuário que entra, é do modo de teste.',
  'The partner has no account with this identifier, or the identifier is empty.':
    'O parceiro não tem conta com este identificador, ou o identificador está vazio.',
  '`account_id` has an invalid format.': '`account_id` tem um formato inválido.',
  'The body is not valid JSON.': 'O corpo não é um JSON válido.',
  'No account was created. The body is not valid JSON, has invalid fields, or contains an e-mail that is in use.':
    'Nenhuma conta foi criada. O corpo não é um JSON válido, tem campos inválidos ou contém um e-mail já em uso.',
  'The body is too large.': 'O corpo é grande demais.',
  'A request with the same key is in progress.': 'Uma requisição com a mesma chave está em andamento.',
  'Too many requests, or too many failed sign-ins.': 'Requisições demais, ou tentativas demais de entrar.',
  'Too many requests.': 'Requisições demais.',
  'An unexpected error. The message contains the request id, which identifies the error in the logs.':
    'Um erro inesperado. A mensagem contém o id da requisição, que identifica o erro nos registros.',
  'The service is temporarily unavailable.': 'O serviço está temporariamente indisponível.',
  'The request is malformed.': 'A requisição é malformada.',
  'Path not found.': 'Nada existe neste caminho.',
  'The path has other methods.': 'O caminho tem outros métodos.',
  'The request did not arrive in time.': 'A requisição não chegou a tempo.',
  'The headers are too large.': 'Os cabeçalhos são grandes demais.',

  'A portal user': 'Um usuário do portal',
  'Signed in': 'Entrada com sucesso',
  'An employer with a CNPJ': 'Um empregador com CNPJ',
  'An employer with a CPF': 'Um empregador com CPF',
  Created: 'Conta criada',
  'The only page': 'A única página',
  'The second of four pages': 'A segunda de quatro páginas',
  'A partner without accounts': 'Um parceiro sem contas',
  'Without the secret': 'Sem o segredo',
  'With the secret': 'Com o segredo',
  'With the secret, token revoked': 'Com o segredo, token revogado',
  'Invalid fields': 'Campos inválidos',

  'E-mail of the portal user, case-insensitive.': 'E-mail do usuário do portal, sem diferença de maiúsculas.',
  'Password of the portal user.': 'Senha do usuário do portal.',

  'Partner token (JWT).': 'Token de parceiro (JWT).',
  'Id of the portal user who signed in.': 'Id do usuário do portal que entrou.',
  'Id of the new account.': 'Id da nova conta.',
  'Access token to the account-level public API. Use HTTP Basic with the user `public` and this token as the password.':
    'Token de acesso à API pública da conta. Use HTTP Basic com o usuário `public` e este token como senha.',
  'Sent as `X-Secret`, it reveals the `api_token`. **Returned only in this response**, so store it.':
    'Enviado em `X-Secret`, revela o `api_token`. **Vem somente nesta resposta**: guarde-o.',
  'The accounts of the page, from the most recent to the oldest.':
    'As contas da página, da mais recente para a mais antiga.',
  'Account id, 24 hexadecimal characters.': 'Id da conta, 24 caracteres hexadecimais.',
  'Time of creation.': 'Momento da criação.',
  "Employer's legal name.": 'Razão social do empregador.',
  "Employer's CNPJ; `null` for an employer with a CPF.": 'CNPJ do empregador; `null` para um empregador com CPF.',
  'Active employees of the account.': 'Funcionários ativos da conta.',
  "Employees contracted in the account's subscriptions.": 'Funcionários contratados nas assinaturas da conta.',
  'Facial recognitions contracted in the active subscription.':
    'Reconhecimentos faciais contratados na assinatura ativa.',
  "Present only if `X-Secret` is the account's secret; `null` if the token was revoked.":
    'Presente somente se `X-Secret` é o segredo da conta; `null` se o token foi revogado.',
  'Links to other pages of this list.': 'Links para outras páginas desta lista.',
  'The root of the API, always `/` and `home`.': 'A raiz da API, sempre `/` e `home`.',
  'This page. Absent when it has no items.': 'Esta página. Ausente se ela não tem itens.',
  'The next page. Absent on the last page.': 'A próxima página. Ausente na última página.',
  'The last page. Absent if there is only one page.': 'A última página. Ausente se só existe uma página.',
  'Address, relative to the base address of the API.': 'Endereço, relativo ao endereço base da API.',
  'Name of the link target, in English.': 'Nome do destino do link, em inglês.',
  'The page in effect and the length of the whole list.': 'A página em vigor e o tamanho da lista inteira.',
  'Page size in effect.': 'Tamanho de página em vigor.',
  'Page number in effect.': 'Número de página em vigor.',
  'The number of accounts on all pages.': 'O número de contas em todas as páginas.',
}
