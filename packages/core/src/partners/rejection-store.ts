export interface RejectedRequests {
  partnerId: string
  minute: Date
  requests: number
}

export interface RejectionStore {
  add(rejected: readonly RejectedRequests[]): Promise<void>
}

declare module '../dependencies.ts' {
  interface Stores {
    rejections: RejectionStore
  }
}
