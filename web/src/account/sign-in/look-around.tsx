/** The link that skips the sign-in. */
import { useText } from '../../kit/lang.ts'
import { relaunch } from '../../kit/nav/nav.ts'
import { homePath } from '../../kit/nav/return-path.ts'
import { Button } from '../../ui/button.tsx'
import { accountText } from '../field/text.ts'
import styles from './sign-in.module.css'

export function LookAround() {
  return (
    <div className={styles.guest}>
      <Button variant="bare" onClick={() => relaunch(homePath)}>
        {useText(accountText).lookAround}
      </Button>
    </div>
  )
}
