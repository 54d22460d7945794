export interface ListedPartner {
  name: string
  coupon?: string
  manager?: { name: string; email: string }
}

const HEADING = /^(name|nome)$/i

/**
 * Reads the columns name, coupon, manager's name and manager's e-mail. Only the name is required. Skips empty rows, and
 * a first row of headings.
 */
export function readPartnerList(rows: readonly (readonly string[])[]): ListedPartner[] {
  const trimmed = rows.map((cells) => cells.map((cell) => cell.trim()))
  const hasHeadings = HEADING.test(trimmed[0]?.[0] ?? '')
  const withoutHeadings = hasHeadings ? trimmed.slice(1) : trimmed
  return withoutHeadings
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map(([name = '', coupon = '', managerName = '', email = '']) => ({
      name,
      ...(coupon !== '' && { coupon }),
      ...((managerName !== '' || email !== '') && { manager: { name: managerName, email } }),
    }))
}
