// The one thing of the reader's own that the README's test needs to run.
globalThis.body = {
  full_name: 'Maria da Silva',
  employees_quantity: 12,
  email: 'maria@estrela.example',
  mobile_phone: '11987654321',
  company_doc: {
    name: 'Padaria Estrela Ltda',
    trade_name: 'Padaria Estrela',
    cpf: '52998224725',
    address: {
      cep: '01310100',
      street_name: 'Avenida Paulista',
      street_number: '1578',
      neighborhood: 'Bela Vista',
      state: 'SP',
      city: 'São Paulo',
    },
  },
}
