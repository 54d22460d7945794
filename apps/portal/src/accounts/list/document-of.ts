import { maskCnpj, maskCpf } from '../masks.ts'

/** Returns the formatted document of an account. */
export function documentOf({ cnpj, cpf }: { cnpj: string | null; cpf: string | null }): string {
  if (cnpj !== null) return maskCnpj(cnpj)
  return cpf === null ? '' : maskCpf(cpf)
}
