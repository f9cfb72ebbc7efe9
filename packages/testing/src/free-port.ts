export { freePort } from '@waybill/chassis/free-port'
