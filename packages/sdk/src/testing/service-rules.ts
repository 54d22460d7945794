// Written from the OpenAPI document by `pnpm --filter @partner-accounts/sdk run rules`. Do not edit.

/** What a field of a creation must be. */
export interface FieldRule {
  readonly type: 'string' | 'integer' | 'object'
  readonly required: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
}

/** The body of `POST /partner-accounts`, by dotted name; a field comes after the object that it is in. */
export const CREATION_FIELDS: Readonly<Record<string, FieldRule>> = {
  "full_name": {
    "type": "string",
    "required": true,
    "maxLength": 200,
    "minLength": 1
  },
  "employees_quantity": {
    "type": "integer",
    "required": true,
    "minimum": 1,
    "maximum": 5000
  },
  "email": {
    "type": "string",
    "required": true,
    "maxLength": 254,
    "pattern": "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
    "format": "email"
  },
  "mobile_phone": {
    "type": "string",
    "required": true,
    "pattern": "^\\d{10,15}$"
  },
  "company_doc": {
    "type": "object",
    "required": true
  },
  "company_doc.cnpj": {
    "type": "string",
    "required": false,
    "pattern": "^[0-9A-Z]{12}\\d{2}$"
  },
  "company_doc.cpf": {
    "type": "string",
    "required": false,
    "pattern": "^\\d{11}$"
  },
  "company_doc.name": {
    "type": "string",
    "required": true,
    "maxLength": 200,
    "minLength": 1
  },
  "company_doc.trade_name": {
    "type": "string",
    "required": true,
    "maxLength": 200,
    "minLength": 1
  },
  "company_doc.financial_email": {
    "type": "string",
    "required": false,
    "maxLength": 254,
    "pattern": "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
    "format": "email"
  },
  "company_doc.address": {
    "type": "object",
    "required": true
  },
  "company_doc.address.cep": {
    "type": "string",
    "required": true,
    "pattern": "^\\d{8}$"
  },
  "company_doc.address.street_name": {
    "type": "string",
    "required": true,
    "maxLength": 200,
    "minLength": 1
  },
  "company_doc.address.street_number": {
    "type": "string",
    "required": true,
    "maxLength": 6,
    "minLength": 1
  },
  "company_doc.address.neighborhood": {
    "type": "string",
    "required": true,
    "maxLength": 200,
    "minLength": 1
  },
  "company_doc.address.complement": {
    "type": "string",
    "required": false,
    "maxLength": 200,
    "minLength": 1
  },
  "company_doc.address.state": {
    "type": "string",
    "required": true,
    "enum": [
      "AC",
      "AL",
      "AM",
      "AP",
      "BA",
      "CE",
      "DF",
      "ES",
      "GO",
      "MA",
      "MG",
      "MS",
      "MT",
      "PA",
      "PB",
      "PE",
      "PI",
      "PR",
      "RJ",
      "RN",
      "RO",
      "RR",
      "RS",
      "SC",
      "SE",
      "SP",
      "TO"
    ]
  },
  "company_doc.address.city": {
    "type": "string",
    "required": true,
    "maxLength": 200,
    "minLength": 1
  }
}

/** The forms of `account_id`. */
export const ACCOUNT_ID_PATTERN = "^([0-9a-fA-F]{24}|[0-9A-Za-z]{12}[0-9]{2}|[0-9]{11})$"

/** The query of `GET /partner-accounts`. */
export const PAGING = {
  "max_results": {
    "default": 25,
    "maximum": 100
  },
  "page": {
    "default": 1,
    "maximum": 9007199254740991
  }
} as const

/** Refusals by name. The words for end users are those in Portuguese. */
export const REFUSALS = {
  "invalid-credentials": {
    "status": 401,
    "code": 1418,
    "message": "Missing or invalid credentials: send the e-mail and password of a portal user.",
    "uiMessage": "E-mail ou senha inválidos."
  },
  "user-not-activated": {
    "status": 401,
    "code": 24,
    "message": "The portal user is not activated: verify the e-mail and follow its activation link.",
    "uiMessage": "Usuário ainda não ativado. Verifique seu e-mail e siga o link de ativação."
  },
  "unauthenticated": {
    "status": 401,
    "code": 9,
    "message": "Missing or invalid credentials: send \"Authorization: Bearer <token>\" with a token from POST /tokens.",
    "uiMessage": "Sua sessão não é válida. Entre novamente."
  },
  "forbidden": {
    "status": 403,
    "code": 666,
    "message": "The token has no permission for this resource.",
    "uiMessage": "Você não tem permissão para esta operação."
  },
  "account-not-found": {
    "status": 404,
    "code": 56,
    "message": "No account within reach has that id, CNPJ or CPF.",
    "uiMessage": "Conta não encontrada."
  },
  "invalid-account-identifier": {
    "status": 422,
    "code": 113,
    "message": "account_id must be 24 hexadecimal characters, a CNPJ or a CPF, without punctuation.",
    "uiMessage": "Identificador inválido. Use o id da conta, um CNPJ ou um CPF, sem pontuação."
  },
  "invalid-json": {
    "status": 422,
    "code": 1405,
    "message": "The request body is not valid JSON.",
    "uiMessage": "A requisição não é um JSON válido."
  },
  "administrator-email-taken": {
    "status": 422,
    "code": 88,
    "message": "Value not unique: the e-mail of the administrator is already registered.",
    "uiMessage": "Este e-mail já está cadastrado."
  },
  "idempotent-request-in-flight": {
    "status": 409,
    "code": 409,
    "message": "A request with this Idempotency-Key is under way: ask again after as many seconds as Retry-After says.",
    "uiMessage": "Esta operação já está em andamento. Tente de novo em instantes."
  },
  "rate-limited": {
    "status": 429,
    "code": 429,
    "message": "Rate limit exceeded: wait as many seconds as Retry-After says.",
    "uiMessage": "Muitas requisições. Aguarde um momento e tente de novo."
  },
  "too-many-sign-ins": {
    "status": 429,
    "code": 429,
    "message": "Too many failed sign-ins: wait as many seconds as Retry-After says.",
    "uiMessage": "Muitas tentativas de entrar. Aguarde alguns minutos e tente de novo."
  },
  "internal": {
    "status": 500,
    "code": 500,
    "message": "Internal error.",
    "uiMessage": "Erro interno. Tente de novo em instantes."
  },
  "storage-unavailable": {
    "status": 503,
    "code": 503,
    "message": "The service cannot reach its data: try again after as many seconds as Retry-After says.",
    "uiMessage": "Serviço indisponível. Tente de novo em instantes."
  },
  "overloaded": {
    "status": 503,
    "code": 503,
    "message": "Too much is going on at once: try again after as many seconds as Retry-After says.",
    "uiMessage": "Serviço ocupado. Tente de novo em instantes."
  }
} as const
