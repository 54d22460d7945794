// Next.js replaces it.
declare module 'server-only'
