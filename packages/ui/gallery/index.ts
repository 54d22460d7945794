export { openGallery, type PageState } from './gallery.tsx'
export { PENDING, Rejection, UNREACHABLE } from './sample-service.ts'
