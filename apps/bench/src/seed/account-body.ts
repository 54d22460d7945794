let made = 0

/** A valid body of POST /partner-accounts (2.6), with an e-mail that no other call gives. */
export function accountBody() {
  made += 1
  return {
    full_name: 'Maria da Silva',
    employees_quantity: 12,
    email: `maria.${process.pid}.${made}@estrela.example`,
    mobile_phone: '11987654321',
    company_doc: {
      name: 'Padaria Estrela Ltda',
      trade_name: 'Padaria Estrela',
      cnpj: '12ABC34501DE35',
      financial_email: 'financeiro@estrela.example',
      address: {
        cep: '01310100',
        street_name: 'Avenida Paulista',
        street_number: '1578',
        neighborhood: 'Bela Vista',
        complement: 'Conjunto 12',
        state: 'SP',
        city: 'São Paulo',
      },
    },
  }
}
