export {
  ACCOUNT_IDENTIFIER_PATTERN,
  isEventType,
  isLongerThan,
  isTestUserEmail,
  LIMITS,
  readTaxId,
  STATES,
} from '@partner-accounts/core/basics'
export {
  ACCOUNT_FIELD_PATHS,
  ACCOUNT_FIELD_RULES,
  ACCOUNT_FIELDS,
  type AccountBody,
  type AccountFieldPath,
  type AccountInput,
} from './account-fields.ts'
export { FIELD_ERRORS, type FieldError, tooLong } from './field-errors.ts'
export type { Fields, LeafRule, ObjectRule } from './field-rule.ts'
export {
  EMAIL_PATTERN,
  findBodyErrors,
  findEmailErrors,
  findErrors,
  findTextErrors,
  hasExactlyOne,
  isObject,
  knownFields,
} from './find-errors.ts'
export { chooseLocale, type Locale, LOCALES, type LocalizedText } from './locale.ts'
export {
  type BodyOperationId,
  OPERATION_IDS,
  type OperationId,
  REST_OPERATIONS,
  type RestMethod,
  type RestOperationRecord,
} from './rest-operations.ts'
export { eventPageHref, pageLinks } from './page-links.ts'
export { type ListedPartner, readPartnerList } from './partner-list.ts'
export { type ErrorRow, PARTNER_ERRORS, type PartnerErrorKind } from './partner-errors.ts'
export { CORRECTABLE_FIELDS, EMPLOYER_FIELDS } from './correctable-fields.ts'
export { minimalAccount, sampleAccount, type SampleChanges } from './sample-account.ts'
