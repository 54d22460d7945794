export { CouponPage } from './coupon-page.tsx'
export { CouponsPage } from './coupons-page.tsx'
