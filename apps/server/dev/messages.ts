/** Sent to a prepared process, which then loads the sources. */
export interface Load {
  kind: 'load'
}

/** Sent by the service when its modules are loaded and its settings are valid. */
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

/** Sent by the service once it accepts requests. */
export interface Ready {
  kind: 'ready'
}

/** Sent to the service, which then starts on this internal port. */
export interface Start {
  port: number
}

/** The exit code of the service for invalid settings, which an edit of the sources cannot correct. */
export const INVALID_SETTINGS = 78

/** The path of the gallery, which shows the components and the states of the portal's pages. */
export const GALLERY_PATH = '/portal/gallery/'
