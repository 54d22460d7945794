export interface ListedPartner {
  name: string
  coupon?: string
  manager?: { name: string; email: string }
}

const HEADING = /^(name|nome)$/i

/** Reads columns name, coupon, manager's name and e-mail. Only the first is required; a heading row is skipped. */
export function readPartnerList(rows: readonly (readonly string[])[]): ListedPartner[] {
  const trimmed = rows.map((cells) => cells.map((cell) => cell.trim()))
  return trimmed
    .filter((cells, index) => cells.some((cell) => cell !== '') && !(index === 0 && HEADING.test(cells[0] ?? '')))
    .map(([name = '', coupon = '', managerName = '', email = '']) => ({
      name,
      ...(coupon !== '' && { coupon }),
      ...((managerName !== '' || email !== '') && { manager: { name: managerName, email } }),
    }))
}
