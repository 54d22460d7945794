/** The path of the operators' pages. */
export const CONSOLE_PATH = '/console'

/** The path of the sign-in with the operators' OpenID provider. */
export const OPENID_PATH = `${CONSOLE_PATH}/oidc`
