export const CONSOLE_PATH = '/console'

export const SIGN_IN_PAGE = `${CONSOLE_PATH}/sign-in`

export const OPENID_PATH = `${CONSOLE_PATH}/oidc`
export const CALLBACK_PATH = `${OPENID_PATH}/callback`
