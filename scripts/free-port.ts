/** TODO: goes once the stories of e2e import it from testing/. */
export { freePort } from '../testing/free-port.ts'
