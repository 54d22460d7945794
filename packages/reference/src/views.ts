import { OPERATION_IDS, type OperationId, REST_OPERATIONS } from '@partner-accounts/rules'
import { GUIDE_IDS, type GuideId } from './guides.ts'

export type ViewId = GuideId | OperationId | 'changelog'

const isExtension = (id: OperationId) => REST_OPERATIONS[id].isExtension

/** The views by group of the navigation, in reading order. */
export const VIEW_GROUPS = {
  guides: GUIDE_IDS.filter((id) => id !== 'events' && id !== 'errors'),
  operations: OPERATION_IDS.filter((id) => !isExtension(id)),
  extension: [...OPERATION_IDS.filter(isExtension), 'events'],
  reference: ['errors', 'changelog'],
} as const satisfies Record<string, readonly ViewId[]>

/** Each is served at `/docs/<id>`. */
export const VIEW_IDS: readonly ViewId[] = Object.values(VIEW_GROUPS).flat()

export const isOperation = (id: ViewId): id is OperationId => OPERATION_IDS.some((known) => known === id)
