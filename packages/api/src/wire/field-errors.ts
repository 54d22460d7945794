import { LIMITS } from '@partner-accounts/core'
import { FIELD_ERRORS as SHARED_ERRORS, type LocalizedText } from '@partner-accounts/rules'

const { password, partnerRate, reason } = LIMITS

/** Keyed by the messages that schemas use. */
export const FIELD_ERRORS = {
  ...SHARED_ERRORS,
  invalid: { 'pt-BR': 'Valor inválido.', en: 'Invalid value.' },
  name: { 'pt-BR': 'Deve ter uma única linha, sem "://".', en: 'Must be a single line without "://".' },
  email_reserved: {
    'pt-BR': 'Este domínio é reservado. Informe um e-mail que receba mensagens.',
    en: 'This domain is reserved. Enter an e-mail that receives messages.',
  },
  password: {
    'pt-BR': `Deve ter de ${password.min} a ${password.max} caracteres.`,
    en: `Must have ${password.min} to ${password.max} characters.`,
  },
  password_too_common: {
    'pt-BR': 'Muito comum ou parecida com seu nome ou e-mail. Escolha uma senha mais difícil de adivinhar.',
    en: 'Too common, or too similar to your name or e-mail. Choose a password that is harder to guess.',
  },
  wrong_password: { 'pt-BR': 'Não é a sua senha atual.', en: 'This is not your current password.' },
  wrong_code: {
    'pt-BR': 'O código não confere, venceu ou já foi usado.',
    en: 'The code is wrong, has expired or was used.',
  },
  coupon_code: {
    'pt-BR': 'Deve ter de 1 a 64 letras, dígitos, hífens ou sublinhados.',
    en: 'Must have 1 to 64 letters, digits, hyphens or underscores.',
  },
  percent_off: { 'pt-BR': 'Deve estar entre 1 e 100.', en: 'Must be between 1 and 100.' },
  partner_rate: {
    'pt-BR': `Deve estar entre ${partnerRate.min} e ${partnerRate.max}.`,
    en: `Must be between ${partnerRate.min} and ${partnerRate.max}.`,
  },
  reason: {
    'pt-BR': `Deve ter de ${reason.min} a ${reason.max} caracteres.`,
    en: `Must have ${reason.min} to ${reason.max} characters.`,
  },
  in_future: { 'pt-BR': 'Deve estar no futuro.', en: 'Must be in the future.' },
  at_least_one: { 'pt-BR': 'Deve ser no mínimo 1.', en: 'Must be at least 1.' },
  not_negative: { 'pt-BR': 'Não pode ser negativo.', en: 'Must not be negative.' },
  too_many: { 'pt-BR': 'O valor é muito alto.', en: 'The value is too large.' },
  either: { 'pt-BR': 'Informe o parceiro ou a conta, só um deles.', en: 'Pass either the partner or the account.' },
  choice: { 'pt-BR': 'Deve ser uma das opções.', en: 'Must be one of the options.' },
  tax_id: {
    'pt-BR': 'Deve ser um CPF ou CNPJ, sem pontuação.',
    en: 'Must be a CPF or CNPJ, without punctuation.',
  },
  audit_action: { 'pt-BR': 'Deve ser o nome de uma ação.', en: 'Must be the name of an action.' },
  actor: {
    'pt-BR': 'Deve ser internal:NOME, operator:E-MAIL, portal-user:ID, activation-link ou service.',
    en: 'Must be internal:NAME, operator:E-MAIL, portal-user:ID, activation-link or service.',
  },
  time: {
    'pt-BR': 'Deve ser um momento com fuso horário, no formato ISO 8601.',
    en: 'Must be a time with its offset, in ISO 8601.',
  },
  time_zone: {
    'pt-BR': 'Deve ser um fuso horário, como America/Sao_Paulo.',
    en: 'Must be a time zone, such as America/Sao_Paulo.',
  },
  subscription_status: {
    'pt-BR': 'Deve ser pending, active ou canceled.',
    en: 'Must be pending, active or canceled.',
  },
  administrator_status: { 'pt-BR': 'Deve ser invited ou activated.', en: 'Must be invited or activated.' },
  search_order: { 'pt-BR': 'Deve ser newest, oldest ou name.', en: 'Must be newest, oldest or name.' },
  cursor: { 'pt-BR': 'Deve ser o next da parte anterior.', en: 'Must be the `next` value of the previous part.' },
  date: {
    'pt-BR': 'Deve ser uma data (AAAA-MM-DD) ou uma data e hora com fuso horário, no formato ISO 8601.',
    en: 'Must be a date (YYYY-MM-DD) or a date and time with an offset, in ISO 8601 format.',
  },
  date_range: {
    'pt-BR': 'Deve estar entre 1970-01-01 e 9999-12-31, em UTC.',
    en: 'Must be between 1970-01-01 and 9999-12-31, in UTC.',
  },
  operator_role: { 'pt-BR': 'Deve ser viewer, support ou admin.', en: 'Must be viewer, support or admin.' },
  permission: {
    'pt-BR': 'Deve ser accounts:read, accounts:create, users:manage ou webhooks:manage.',
    en: 'Must be accounts:read, accounts:create, users:manage or webhooks:manage.',
  },
  status_class: { 'pt-BR': 'Deve ser 2xx, 4xx ou 5xx.', en: 'Must be 2xx, 4xx or 5xx.' },
  topic: {
    'pt-BR': 'Deve ser accounts, sign_ins, users ou webhooks.',
    en: 'Must be accounts, sign_ins, users or webhooks.',
  },
  replay: { 'pt-BR': 'Não combine com failed.', en: 'Must not be combined with failed.' },
  webhook_url: {
    'pt-BR': 'Deve ser uma URL completa, como https://erp.exemplo.com.br/eventos.',
    en: 'Must be a complete URL, such as https://erp.example.com/events.',
  },
  webhook_url_characters: {
    'pt-BR': 'Há um espaço ou um caractere invisível dentro da URL. Digite essa parte de novo.',
    en: 'The URL contains a space or an invisible character. Type that part again.',
  },
  webhook_url_scheme: {
    'pt-BR': 'Deve começar com https://. Com http://, qualquer um na rede leria os eventos.',
    en: 'Must begin with https://. With http://, anyone on the network could read the events.',
  },
  webhook_url_credentials: {
    'pt-BR': 'Não pode conter usuário e senha. Confira a assinatura dos eventos em vez deles.',
    en: 'Must not contain a user name and password. Verify the signature of the events instead.',
  },
  webhook_url_fragment: {
    'pt-BR': 'Não pode conter #: o que vem depois nunca chega ao servidor.',
    en: 'Must not contain #: what follows it never reaches the server.',
  },
  webhook_url_address: {
    'pt-BR': 'Este endereço IP é de uma rede interna. Informe um que se alcança pela internet.',
    en: 'This IP address belongs to a private network. Enter one that is reachable from the internet.',
  },
  webhook_url_host: {
    'pt-BR': 'Este nome só existe numa rede interna. Informe um que se alcança pela internet.',
    en: 'This name exists only in a private network. Enter one that is reachable from the internet.',
  },
  webhook_url_port: {
    'pt-BR': 'Esta porta não é permitida. Sem porta na URL, usamos a 443.',
    en: 'This port is not allowed. Without a port in the URL, 443 is used.',
  },
  not_list: { 'pt-BR': 'Deve ser uma lista.', en: 'Must be a list.' },
  nothing_to_change: { 'pt-BR': 'Informe ao menos uma alteração.', en: 'Specify at least one change.' },
} satisfies Record<string, LocalizedText>

export type FieldError = keyof typeof FIELD_ERRORS

export const isFieldError = (key: string): key is FieldError => Object.hasOwn(FIELD_ERRORS, key)

export const tooManyItems = (max: number | bigint): LocalizedText => ({
  'pt-BR': `Deve ter no máximo ${max} itens.`,
  en: `Must have at most ${max} items.`,
})
