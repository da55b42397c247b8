/** For tests: a certificate of its own for some names of this machine, and its key, as PEM. Needs openssl. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written into the folder too. names: as a certificate has them, such as DNS:localhost or IP:127.0.0.1. */
export function selfSigned(folder: string, names: readonly string[]): { key: Buffer; cert: Buffer; certFile: string } {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`]
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', keyFile, '-out', certFile, ...subject], { stdio: 'ignore' })
  return { key: readFileSync(keyFile), cert: readFileSync(certFile), certFile }
}
