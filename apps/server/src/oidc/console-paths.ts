export const CONSOLE_PATH = '/console'

export const SIGN_IN_PAGE = `${CONSOLE_PATH}/sign-in`

export const OIDC_SIGN_IN_PATH = `${CONSOLE_PATH}/oidc/sign-in`
export const OIDC_CALLBACK_PATH = `${CONSOLE_PATH}/oidc/callback`
