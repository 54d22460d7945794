import { maskCep, maskCnpj, maskCpf, maskPhone } from '@partner-accounts/ui/masks'
import type { Field } from './account-draft.ts'

export const MASKS: Partial<Record<Field, (text: string) => string>> = {
  'company_doc.cnpj': maskCnpj,
  'company_doc.cpf': maskCpf,
  'company_doc.address.cep': maskCep,
  mobile_phone: maskPhone,
}
