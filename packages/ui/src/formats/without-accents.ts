/** Removes accents and converts to lower case, so that `usuario` finds `Usuários`. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
