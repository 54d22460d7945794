/** What people type into the form of a new account, by label: all but tax ID, UF and the administrator's e-mail. */
export const TYPED_ACCOUNT = {
  'Razão social ou nome': 'Padaria Estrela Ltda',
  'Nome fantasia': 'Padaria Estrela',
  CEP: '01310100',
  Logradouro: 'Avenida Paulista',
  Número: '1578',
  Bairro: 'Bela Vista',
  Cidade: 'São Paulo',
  'Funcionários contratados': '12',
  'Nome completo': 'Maria da Silva',
  'Celular com DDD': '11987654321',
}

const HEADINGS =
  'Razão Social;Nome fantasia;CNPJ;Funcionários;Administrador;E-mail;Celular;CEP;Rua;Número;Bairro;Cidade;UF'

/** Returns a CSV file of customers, whose e-mails begin with a name: e-mails of administrators are unique. */
export function customersFile(name: string, count: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `Sol ${index + 1};Sol;${11222333000101 + index};12;Maria;${name}.${index + 1}@sol.example;11987654321;01310-100;Rua A;1;Centro;Santos;SP`,
  )
  return [HEADINGS, ...rows].join('\n')
}
