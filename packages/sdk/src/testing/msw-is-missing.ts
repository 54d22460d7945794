export const MSW_IS_MISSING =
  'handlers require msw: run npm install --save-dev msw, or pass service.fetch to the client.'
