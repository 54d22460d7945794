const textOf = (count: number) => 'x'.repeat(count)
const emailOf = (length: number) => `${textOf(length - '@b.example'.length)}@b.example`

/** Field values at the limits of the rules: each is valid for some fields and invalid for others. */
export const FIELD_VALUES: readonly unknown[] = [
  undefined, null, true, false, [], ['x'], {}, { name: 'x' },
  0, -0, 1, 12, 5_000, 5_001, -1, 1.5, 1e20, -1e20, 2 ** 53, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE,
  '', ' ', '\t\r\n', '\u00a0\u3000', '\u200b', '\0', 'a\0b', '\ud800', 'a\udc00b', '\ufffe',
  'x', textOf(6), textOf(7), textOf(200), textOf(201), ' '.repeat(201), '😀'.repeat(6), '😀'.repeat(7),
  '😀'.repeat(200), '😀'.repeat(201), '\0'.repeat(7), '12', '-1',
  '01310100', '0131010', '013101000', '01310-100', '01310100\n', ' 01310100', '٠١٢٣٤٥٦٧',
  '52998224725', '529.982.247-25', '5299822472', '12ABC34501DE35', '12abc34501de35', '12ABC34501DE3X', '12345678000195',
  '12.345.678/0001-95', '1199999999', '119999999', '123456789012345', '1234567890123456', '+5511999999999',
  'SP', 'sp', 'XX', 'São Paulo', 'SP ',
  'a@b', 'A@B.EXAMPLE', 'a@b.', 'a@-b.c', 'a@b-.c', 'a@@b', '@b', 'a@', 'a b@c', 'a@b c', 'é@b.example', 'a@bé.example',
  "a.b+c!#$%&'*/=?^_`{|}~-@b.example", '.a@b.example', 'a..b@b.example', '"a"@b.example', `a@${textOf(63)}.b`,
  `a@${textOf(64)}.b`, emailOf(254), emailOf(255), `${'é'.repeat(255)}`, 'a@b.example\n', 'Ana <a@b.example>',
] // prettier-ignore
