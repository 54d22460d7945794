/** To a prepared process: loads the sources. */
export interface Load {
  kind: 'load'
}

/** From the service, when its modules are loaded and its settings are valid. */
export interface Loaded {
  kind: 'loaded'
  host: string
  port: number
  publicUrl: string
  productName: string
  sdkName: string
  supportUrl: string | undefined
  hasTrustedProxies: boolean
}

/** From the service, once it accepts requests. */
export interface Ready {
  kind: 'ready'
}

/** To the service: starts it on an internal port. */
export interface Start {
  port: number
}

/** The service's exit code for settings that no edit mends. */
export const INVALID_SETTINGS = 78

/** Shows the components, and states of the portal's pages. */
export const GALLERY_PATH = '/portal/gallery/'
