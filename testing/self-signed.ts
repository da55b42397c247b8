/** For tests: a certificate of its own for some names of this machine, and its key, as PEM. Needs openssl. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written into the folder too. names: as a certificate has them, such as DNS:localhost or IP:127.0.0.1. */
export function selfSigned(folder: string, names: readonly string[]): { key: Buffer; cert: Buffer; certFile: string } {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`]
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', keyFile, '-out', certFile, ...subject], { stdio: 'ignore' })
  return { key: readFileSync(keyFile), cert: readFileSync(certFile), certFile }
}

const authority = (folder: string) => `
[ca]
default_ca = own
[own]
database = ${folder}/issued.txt
new_certs_dir = ${folder}
rand_serial = yes
default_md = sha256
policy = names
copy_extensions = copy
[names]
commonName = supplied
`

/** As selfSigned, valid from one time to another, each as 20400101000000Z. */
export function selfSignedFor(folder: string, names: readonly string[], { from, to }: { from: string; to: string }) {
  const at = (name: string) => join(folder, name)
  const [keyFile, requestFile, certFile] = [at('dated.key.pem'), at('dated.request.pem'), at('dated.cert.pem')]
  writeFileSync(at('issued.txt'), '')
  writeFileSync(at('authority.cnf'), authority(folder))
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`]
  execFileSync('openssl', ['req', '-new', ...curve, '-keyout', keyFile, '-out', requestFile, ...subject], { stdio: 'ignore' })
  const files = ['-config', at('authority.cnf'), '-keyfile', keyFile, '-in', requestFile, '-out', certFile]
  const times = ['-startdate', from, '-enddate', to]
  execFileSync('openssl', ['ca', '-batch', '-selfsign', '-notext', ...files, ...times], { stdio: 'ignore' })
  return { key: readFileSync(keyFile), cert: readFileSync(certFile) }
}
