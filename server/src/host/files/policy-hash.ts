/**
 * The hash by which a content security policy knows a style or a script: `sha256-…` (CSP 3, section 2.3.1).
 */
import { createHash } from 'node:crypto';

export function policyHash(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
