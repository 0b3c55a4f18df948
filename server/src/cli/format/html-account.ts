/**
 * The account of a profile's measured energy as a table of the page.
 *
 * Sits in `cli/`. A part that is not told apart says so, and does not show as
 * zero.
 */
import { describeAccount, listAccount } from '../../profile/account/account-text';
import { formatEnergy, formatShare, type EnergyUnit } from '../../words/energy-text';
import type { ReportResult } from '../../lines/report';
import { escapePrintable } from './html-text';

/** The table of the account as HTML; empty without a measured profile. */
export function formatAccount(measured: ReportResult['measured'], unit: EnergyUnit): string {
  if (measured === undefined) return '';
  const { account, notes } = measured;
  const { total, limits } = describeAccount(measured, unit);
  const row = (name: string, energy: number | undefined, provenance: string): string => {
    const share = energy === undefined || account.total <= 0 ? '' : formatShare(energy / account.total);
    const text = energy === undefined ? 'not told apart' : formatEnergy(energy, unit);
    return `<tr><th scope="row">${escapePrintable(name)}</th><td>${escapePrintable(text)}</td><td>${escapePrintable(share)}</td><td>${escapePrintable(provenance)}</td></tr>`;
  };
  const parts = listAccount(measured).map(({ name, energy, provenance }) => row(name, energy, provenance));
  const texts = [limits, ...notes]
    .filter((text) => text !== '')
    .map((text) => `<li>${escapePrintable(text)}</li>`);
  return `<details class="account" open><summary>Where the measured energy went</summary>
<p>${escapePrintable(total)}.</p>
<table>${parts.join('')}${row('total', account.total, 'measured')}</table>
<ul>${texts.join('')}</ul></details>
`;
}
