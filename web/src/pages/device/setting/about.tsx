/** A route of the spec; Homeport has one page about itself. */
export { meta, Screen } from '../../user/about/index.tsx'
