/** Removes case and accents: `usuario` finds `Usuários`. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
