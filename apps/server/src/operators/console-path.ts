export const CONSOLE_PATH = '/console'

export const OPENID_PATH = `${CONSOLE_PATH}/oidc`
