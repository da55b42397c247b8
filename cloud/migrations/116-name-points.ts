/** Usernames that differ by marks of another script, or by signs beside a letter, look alike too: every skeleton is made anew, as in step 110. */
export { up } from './110-name-signs.ts'
