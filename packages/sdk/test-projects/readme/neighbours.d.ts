// Next.js provides this module.
declare module 'server-only'
