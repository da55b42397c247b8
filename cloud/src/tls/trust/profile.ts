/** The configuration profile by which iOS installs the home CA; its ids follow from the CA, so a second installation replaces the first. */
import { createHash } from 'node:crypto'
import type { HomeCa } from '../certificate-source.ts'
import { escaped } from './trust-page.ts'

export function profileOf({ name, der, fingerprint }: HomeCa): string {
  const title = escaped(name)
  const data = der.toString('base64').match(/.{1,64}/g) ?? []
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadCertificateFileName</key>
      <string>homeport.crt</string>
      <key>PayloadContent</key>
      <data>
${data.join('\n')}
      </data>
      <key>PayloadDisplayName</key>
      <string>${title}</string>
      <key>PayloadIdentifier</key>
      <string>app.homeport.ca.certificate</string>
      <key>PayloadType</key>
      <string>com.apple.security.root</string>
      <key>PayloadUUID</key>
      <string>${uuidOf(`certificate ${fingerprint}`)}</string>
      <key>PayloadVersion</key>
      <integer>1</integer>
    </dict>
  </array>
  <key>PayloadDescription</key>
  <string>Opens Homeport over https at home. 在家中通过 https 打开 Homeport。</string>
  <key>PayloadDisplayName</key>
  <string>${title}</string>
  <key>PayloadIdentifier</key>
  <string>app.homeport.ca.${uuidOf(`profile ${fingerprint}`)}</string>
  <key>PayloadRemovalDisallowed</key>
  <false/>
  <key>PayloadType</key>
  <string>Configuration</string>
  <key>PayloadUUID</key>
  <string>${uuidOf(`profile ${fingerprint}`)}</string>
  <key>PayloadVersion</key>
  <integer>1</integer>
</dict>
</plist>
`
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').toUpperCase()
  // A UUID of version 8: made by a rule of our own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
