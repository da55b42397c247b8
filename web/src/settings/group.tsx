/** A group of settings under its name. */
import { useId, type ReactNode } from 'react'
import styles from './settings-group.module.css'

export function SettingsGroup({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}
