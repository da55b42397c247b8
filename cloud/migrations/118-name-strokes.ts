/** Usernames that differ by a line or a stroke of another script look alike too: every skeleton is made anew, as in step 110. */
export { up } from './110-name-signs.ts'
