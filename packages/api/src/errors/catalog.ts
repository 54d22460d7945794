import type { DomainErrorKind, WebhookUrlError } from '@partner-accounts/core'
import { type ErrorRow, type LocalizedText, PARTNER_ERRORS } from '@partner-accounts/rules'
import type { FieldError } from '../wire/field-errors.ts'
import type { RequestErrorKind } from './request-error.ts'

/** An error reported as one invalid field, without a `_code`. */
export interface FieldErrorRow {
  field: string
  error: FieldError
}

/** Messages by the dotted name of their field. */
export type FieldMessages = Record<string, string[]>

export const FIELD_ERROR_ROWS = {
  'invalid-idempotency-key': { field: 'Idempotency-Key', error: 'idempotency_key' },
  'idempotency-key-reused': { field: 'Idempotency-Key', error: 'idempotency_key_reused' },
  'event-unknown': { field: 'after', error: 'unknown_event' },
  'events-expired': { field: 'after', error: 'expired_events' },
  'portal-user-email-reserved': { field: 'email', error: 'email_reserved' },
  'reason-missing': { field: 'reason', error: 'required' },
  'invalid-webhook-url': { field: 'url', error: 'webhook_url' },
  'wrong-password': { field: 'currentPassword', error: 'wrong_password' },
  'wrong-code': { field: 'code', error: 'wrong_code' },
  'password-too-common': { field: 'password', error: 'password_too_common' },
} as const satisfies Partial<Record<DomainErrorKind, FieldErrorRow>>

/** Replaces the general error of `invalid-webhook-url` if the reason is known. */
export const WEBHOOK_URL_ERRORS: Record<WebhookUrlError, FieldError> = {
  malformed: 'webhook_url',
  characters: 'webhook_url_characters',
  scheme: 'webhook_url_scheme',
  credentials: 'webhook_url_credentials',
  fragment: 'webhook_url_fragment',
  address: 'webhook_url_address',
  host: 'webhook_url_host',
  port: 'webhook_url_port',
}

export type FieldErrorKind = keyof typeof FIELD_ERROR_ROWS

/** Errors of native procedures only. The specification has no code for them, so `_code` is the status. */
const NATIVE_ERRORS = {
  ...withStatus(400, {
    'batch-response-too-large': {
      message: 'The responses of the calls before this one are too large together. Split the batch into smaller ones.',
      'pt-BR': 'A resposta é muito grande.',
      en: 'The response is too large.',
    },
    'export-in-batch': {
      message: 'The response of this call is large. Send it in a request without other calls.',
      'pt-BR': 'A resposta é muito grande.',
      en: 'The response is too large.',
    },
    'batch-too-long': {
      message: 'The batch contains too many calls. Split it into smaller batches.',
      'pt-BR': 'A requisição é muito grande.',
      en: 'The request is too large.',
    },
  }),
  ...withStatus(401, {
    'second-factor-required': {
      message: 'The password is right. Send a code of the second factor, too.',
      'pt-BR': 'Informe o código do seu aplicativo autenticador.',
      en: 'Enter the code of your authenticator app.',
    },
  }),
  ...withStatus(403, {
    'integration-manages-users': {
      'pt-BR': 'Uma integração não pode gerenciar usuários.',
      en: 'An integration cannot manage users.',
    },
    'integration-sign-in': {
      message: 'This portal user is an integration: it can request tokens, but not sign in to the portal.',
      'pt-BR': 'Este é o e-mail de uma integração, que não entra no portal.',
      en: 'This is the e-mail of an integration, which cannot sign in to the portal.',
    },
    'operator-forbidden': {
      message: 'The role of this operator, or the scope of this key, does not include this procedure.',
      'pt-BR': 'Seu perfil não permite esta operação.',
      en: 'Your role does not permit this.',
    },
    'second-factor-missing': {
      message: 'The partner requires a second factor for the portal, and this user has none yet.',
      'pt-BR': 'Sua revenda exige um segundo fator. Ative-o em "Meu perfil".',
      en: 'Your company requires a second factor. Add one in "My profile".',
    },
    'live-mode': {
      message: 'Only users of a test partner may do this. The token belongs to live mode.',
      'pt-BR': 'Disponível apenas no modo de teste.',
      en: 'Available in test mode only.',
    },
  }),
  ...withStatus(404, {
    'activation-link-invalid': {
      message: 'Invalid activation token. It does not exist, or a newer link has replaced it.',
      'pt-BR': 'Este link de ativação é inválido. Use o link do e-mail mais recente ou peça outro.',
      en: 'This activation link is invalid. Use the link in the most recent e-mail, or request a new one.',
    },
    'operator-session-not-found': { 'pt-BR': 'Sessão não encontrada.', en: 'Session not found.' },
    'coupon-not-found': { 'pt-BR': 'Cupom não encontrado.', en: 'Coupon not found.' },
    'mail-unknown': { message: 'Mail not found.', 'pt-BR': 'E-mail não encontrado.', en: 'E-mail not found.' },
    // No mail has this id, or the mail neither failed nor waits for a retry.
    'mail-not-found': { 'pt-BR': 'E-mail com falha não encontrado.', en: 'Failed mail not found.' },
    'webhook-not-found': {
      message: 'Endpoint or delivery not found.',
      'pt-BR': 'Webhook não encontrado.',
      en: 'Webhook not found.',
    },
    'note-not-found': { 'pt-BR': 'Nota não encontrada.', en: 'Note not found.' },
    'partner-not-found': { 'pt-BR': 'Parceiro não encontrado.', en: 'Partner not found.' },
    'person-not-found': {
      message: 'Nothing is stored about a person with this e-mail.',
      'pt-BR': 'Nada está guardado sobre este e-mail.',
      en: 'Nothing is stored about this e-mail.',
    },
    'portal-user-not-found': {
      message: 'Portal user not found.',
      'pt-BR': 'Usuário não encontrado.',
      en: 'User not found.',
    },
  }),
  ...withStatus(409, {
    'account-ambiguous': {
      message: 'Several accounts have this tax ID or e-mail. List them, and use the id of one.',
      'pt-BR': 'Várias contas têm este documento ou e-mail.',
      en: 'Several accounts have this tax ID or e-mail.',
    },
    'account-erased': {
      message: 'The personal data of the account is erased: it can no longer be changed.',
      'pt-BR': 'Os dados pessoais da conta foram apagados. Ela não pode mais ser alterada.',
      en: 'The personal data of the account is erased. It can no longer be changed.',
    },
    'last-manager': {
      message: 'You are the last user who manages users. Give another user the permission first.',
      'pt-BR': 'Você é a única pessoa que gerencia usuários. Antes, dê essa permissão a outra.',
      en: 'You are the only person who manages users. Give the permission to another person first.',
    },
    'second-factor-active': {
      message: 'The portal user has a second factor already. Remove it first.',
      'pt-BR': 'Seu usuário já tem um segundo fator. Antes, remova-o.',
      en: 'Your user already has a second factor. Remove it first.',
    },
    'own-second-factor': {
      message: 'This is your own second factor: remove it with a code, by secondFactors.delete.',
      'pt-BR': 'Este é o seu segundo fator. Remova-o em "Meu perfil", com um código.',
      en: 'This is your own second factor. Remove it in "My profile", with a code.',
    },
    'team-full': {
      message: 'The partner has the maximum number of people, or of integrations.',
      'pt-BR': 'O número máximo de usuários foi atingido.',
      en: 'The maximum number of users has been reached.',
    },
    'administrator-already-active': {
      'pt-BR': 'O administrador já ativou o acesso.',
      en: 'The administrator has activated their access already.',
    },
    'subscription-not-active': {
      message: 'The subscription is not active. The administrator is invited when it is activated.',
      'pt-BR': 'A assinatura não está ativa. O convite é enviado quando ela é ativada.',
      en: 'The subscription is not active. The invitation is sent when it is activated.',
    },
    'subscription-not-canceled': {
      'pt-BR': 'A assinatura não está cancelada. Antes, cancele-a.',
      en: 'The subscription is not canceled. Cancel it first.',
    },
    'coupon-code-taken': {
      'pt-BR': 'Já existe um cupom com este código.',
      en: 'A coupon with this code already exists.',
    },
    'coupon-not-redeemable': {
      message: 'The coupon has expired, or was redeemed as often as permitted.',
      'pt-BR': 'O cupom venceu ou já foi usado o máximo de vezes.',
      en: 'The coupon has expired or was used the maximum number of times.',
    },
    'coupon-redeemed-more-often': {
      'pt-BR': 'O cupom já foi usado mais vezes do que este máximo.',
      en: 'The coupon has been redeemed more often than this maximum.',
    },
    'mail-key-removed': {
      message: 'The mail was sealed by a key that is no longer in DATA_SEALING_KEY. Add the key, or discard the mail.',
      'pt-BR': 'A chave que protege este e-mail foi removida do serviço. Devolva a chave ou descarte o e-mail.',
      en: 'The key that protects this e-mail was removed from the service. Add the key, or discard the e-mail.',
    },
    'webhook-not-active': {
      message: 'The endpoint is not active.',
      'pt-BR': 'O webhook não está ativo.',
      en: 'The webhook is not active.',
    },
    'too-many-webhooks': {
      message: 'The partner has the maximum number of endpoints.',
      'pt-BR': 'O número máximo de webhooks foi atingido.',
      en: 'The maximum number of webhooks has been reached.',
    },
    'webhook-queue-full': {
      message: 'The queue of the endpoint is full. Replay more deliveries after some have been sent.',
      'pt-BR': 'A fila deste webhook está cheia. Reenvie as demais entregas depois que algumas forem enviadas.',
      en: 'The queue of this webhook is full. Send more deliveries again after some have been sent.',
    },
    'partner-already-active': { 'pt-BR': 'O parceiro já está ativo.', en: 'The partner is already active.' },
    'test-partner-exists': {
      'pt-BR': 'O parceiro já tem um parceiro de teste.',
      en: 'The partner already has a test partner.',
    },
    'partner-already-suspended': { 'pt-BR': 'O parceiro já está suspenso.', en: 'The partner is already suspended.' },
    'portal-user-already-active': {
      message: 'The portal user is already active. To send another invitation, disable the user first.',
      'pt-BR': 'O usuário já está ativo.',
      en: 'The user is already active.',
    },
    'portal-user-email-taken': {
      message: 'Another portal user already has this e-mail.',
      'pt-BR': 'Este e-mail já está em uso.',
      en: 'This e-mail is already in use.',
    },
    'portal-user-erased': {
      message: 'The personal data of the portal user is erased: it can no longer be changed.',
      'pt-BR': 'Os dados pessoais do usuário foram apagados. Ele não pode mais ser alterado.',
      en: 'The personal data of the user is erased. It can no longer be changed.',
    },
    'portal-user-not-active': {
      message: 'Only active users of kind person can get a link for a new password. Invite the user again instead.',
      'pt-BR': 'O usuário não está ativo.',
      en: 'The user is not active.',
    },
    'portal-user-not-disabled': {
      message:
        'The portal user is not disabled, or is an integration. A manager of the partner enables an integration by giving it a new password.',
      'pt-BR': 'O usuário não está desativado.',
      en: 'The user is not disabled.',
    },
    'subscription-canceled': {
      'pt-BR': 'A assinatura está cancelada e não pode mais ser alterada.',
      en: 'The subscription is canceled and can no longer be changed.',
    },
  }),
  ...withStatus(410, {
    'activation-link-used': {
      message: 'This activation link has already been used.',
      'pt-BR': 'Este link de ativação já foi usado. Entre com a senha que você escolheu.',
      en: 'This activation link has already been used. Sign in with the password you chose.',
    },
    'activation-link-expired': {
      message: 'This activation link has expired.',
      'pt-BR': 'Este link de ativação expirou. Peça um novo convite.',
      en: 'This activation link has expired. Request a new invitation.',
    },
    'password-link-invalid': {
      message: 'Invalid password reset link. It was used, was replaced by a newer link, or has expired.',
      'pt-BR':
        'Este link não vale mais: foi usado, substituído por outro ou expirou. Peça outro em "Esqueci minha senha".',
      en: 'This link is no longer valid: it was used, replaced or has expired. Request another one with "Forgot your password?".',
    },
    'sign-in-link-invalid': {
      message: 'Invalid sign-in link. It was used, or has expired. Create another one with `pnpm ops console`.',
      'pt-BR': 'Este link não vale mais: foi usado ou expirou. Crie outro com "pnpm ops console".',
      en: 'This link is no longer valid: it was used or has expired. Create another one with "pnpm ops console".',
    },
    'mail-content-erased': {
      message: 'The mail was sent, and its content is erased.',
      'pt-BR': 'O e-mail foi enviado, e o conteúdo foi apagado.',
      en: 'The e-mail was sent, and its content is erased.',
    },
  }),
  ...withStatus(415, {
    'unsupported-media-type': {
      message: 'The request body must be application/json.',
      'pt-BR': 'Requisição inválida.',
      en: 'Invalid request.',
    },
  }),
  ...withStatus(422, {
    'partner-in-live-mode': {
      message: 'Only a test partner can be emptied. The partner is a live one.',
      'pt-BR': 'Só um parceiro de teste pode ser esvaziado.',
      en: 'Only a test partner can be emptied.',
    },
    'partner-in-test-mode': {
      message: 'The partner is a test partner itself. Pass the id of a live partner.',
      'pt-BR': 'O parceiro já é de teste.',
      en: 'The partner is a test partner itself.',
    },
  }),
  ...withStatus(429, {
    'too-many-exports': {
      message:
        'The partner has several exports in progress. Retry after the number of seconds in the Retry-After header.',
      'pt-BR': 'Já há exportações em andamento. Aguarde um momento e tente novamente.',
      en: 'Several exports are in progress. Try again shortly.',
    },
    'too-many-password-resets': {
      message: 'Too many password reset requests. Retry after the number of seconds in the Retry-After header.',
      'pt-BR': 'Muitos pedidos de nova senha. Verifique seu e-mail ou tente novamente mais tarde.',
      en: 'Too many password reset requests. Check your e-mail, or try again later.',
    },
    'webhook-pace-exceeded': {
      message: 'Too many tests and replays of webhooks. Retry after the number of seconds in the Retry-After header.',
      'pt-BR': 'Muitos testes e reenvios de webhooks. Aguarde alguns minutos e tente de novo.',
      en: 'Too many tests and replays of webhooks. Wait a few minutes, then try again.',
    },
    'activation-mail-just-sent': {
      message: 'The administrator was sent an activation link a short time ago.',
      'pt-BR': 'Um e-mail de ativação acabou de ser enviado. Aguarde alguns minutos para enviar outro.',
      en: 'An activation e-mail was sent a short time ago. Wait a few minutes before sending another.',
    },
    'invitation-just-sent': {
      message: 'The address was sent an invitation a short time ago.',
      'pt-BR': 'Um convite acabou de ser enviado para este e-mail. Aguarde alguns minutos para enviar outro.',
      en: 'An invitation was sent to this e-mail a short time ago. Wait a few minutes before sending another.',
    },
    'too-many-invitations': {
      message: 'The partner has sent its maximum of invitations for a day.',
      'pt-BR': 'O máximo de convites por dia foi atingido. Tente de novo amanhã.',
      en: 'The maximum number of invitations a day has been reached. Try again tomorrow.',
    },
  }),
}

/** Texts for end users. `message` is for developers and defaults to the English text. */
type Texts = LocalizedText & { message?: string }

function withStatus<Kind extends string>(status: number, texts: Record<Kind, Texts>) {
  return Object.fromEntries(
    Object.entries<Texts>(texts).map(([kind, { message, ...uiMessage }]) => [
      kind,
      { status, code: status, message: message ?? uiMessage.en, uiMessage },
    ]),
  ) as Record<Kind, ErrorRow>
}

export const ERROR_CATALOG = {
  ...PARTNER_ERRORS,
  ...NATIVE_ERRORS,
  'invalid-internal-key': {
    ...PARTNER_ERRORS.unauthenticated,
    message:
      'Missing or invalid credentials. Internal procedures accept the header "Authorization: Bearer <key>" with a key of the setting INTERNAL_API_KEY, and sessions of operators, but no partner tokens.',
  },
} satisfies Record<Exclude<DomainErrorKind, FieldErrorKind> | RequestErrorKind, ErrorRow>

export type ErrorKind = keyof typeof ERROR_CATALOG

/** The messages of each error about fields. `invalid-fields` is an input that does not match its schema. */
export type FieldErrors = { 'invalid-fields': FieldMessages } & {
  [Kind in FieldErrorKind]: Record<(typeof FIELD_ERROR_ROWS)[Kind]['field'], string[]>
}

export type ErrorName = ErrorKind | keyof FieldErrors
