// What a machine in another page waits for is given in the element, or by its methods.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine, withHost, type HostPage } from '../host-page.ts';

const REFUND = `machine "Refund"

input Claim { amount<number>: 120 }
context Decision { verdict<'approve' | 'reject'>; note<string?> }
event paid { amount<number> @minimum(0) }

state approve "Refund {{ Claim.amount }}?"
state waiting "Wait for the payment"
state escalated "A manager takes over"
end closed

approve -asks-> Decision
approve -when: "declined"-> escalated
approve -when: "Decision.verdict == 'approve'"-> waiting
approve -> closed
waiting -on: paid; when: "event.data.amount >= Claim.amount"-> closed
waiting -after: 5d-> escalated
escalated -> closed
`;

const nodeIs = (host: HostPage, node: string) =>
  host.page.waitForFunction((node) => document.getElementById('refund')?.dataset.node === node, node);
const withRefund = (act: (host: HostPage) => Promise<void>) =>
  withHost(machine('id="refund" loading="eager"', REFUND), async (host) => {
    await host.page.locator('#refund[data-tick="0"]').waitFor();
    await act(host);
  });
const waits = (host: HostPage) => host.page.locator('#refund [part~="waits"]');
const step = (host: HostPage) =>
  host.page.locator('#refund').getByRole('button', { name: 'Step', exact: true }).click();

test('a question is answered by its form and an event is sent; what is refused says why and keeps what was typed', () =>
  withRefund(async (host) => {
    await step(host);
    const form = waits(host);
    await form.getByText('Refund 120?').waitFor();
    await form.getByRole('textbox', { name: 'note' }).fill('Receipt seen');
    await form.getByRole('button', { name: 'Submit answer' }).click();
    await form.getByText('verdict is required').waitFor();
    assert.equal(await form.getByRole('textbox', { name: 'note' }).inputValue(), 'Receipt seen');
    await form.getByLabel('verdict').selectOption('approve');
    await form.getByRole('button', { name: 'Submit answer' }).click();
    await step(host);
    await nodeIs(host, 'waiting');
    await step(host);
    await form.getByLabel('amount').fill('-1');
    await form.getByRole('button', { name: 'Send paid' }).click();
    await form.getByText('amount must be at least 0').waitFor();
    await form.getByLabel('amount').fill('20');
    await form.getByRole('button', { name: 'Send paid' }).click();
    await form.getByText('event.data.amount >= Claim.amount').first().waitFor();
    assert.equal(await form.getByLabel('amount').inputValue(), '20');
    await form.getByLabel('amount').fill('120');
    await form.getByRole('button', { name: 'Send paid' }).click();
    await nodeIs(host, 'closed');
  }));

test('a value is chosen by its button, and time passes by Skip', () =>
  withRefund(async (host) => {
    await step(host);
    await waits(host).getByRole('button', { name: 'approve', exact: true }).click();
    await step(host);
    await nodeIs(host, 'waiting');
    await step(host);
    await waits(host).getByRole('button', { name: 'Skip 5 d' }).click();
    await nodeIs(host, 'escalated');
    await waits(host).waitFor({ state: 'detached' });
  }));

test('a page answers, sends and lets time pass by the methods of the element', () =>
  withRefund(async (host) => {
    await host.call('refund', 'step');
    const [{ detail }] = (await host.received()).filter(({ name }) => name === 'request');
    const { id, form } = detail.request;
    assert.deepEqual(form.fields, ['verdict', 'note']);
    const refused = async (method: string, ...args: unknown[]) =>
      ((await host.call('refund', method, ...args)) as { rejected?: string }).rejected;
    assert.equal(await refused('answer', id, { verdict: 'maybe' }), 'answer-invalid');
    await host.call('refund', 'answer', id, { verdict: 'approve' });
    await host.call('refund', 'step');
    await host.call('refund', 'step');
    assert.equal(await refused('send', 'payed', {}), 'event-unexpected');
    assert.equal(await refused('send', 'paid', { amount: 20 }), 'event-unexpected');
    await host.call('refund', 'elapse', 86_400_000);
    await nodeIs(host, 'waiting');
    await host.call('refund', 'send', 'paid', { amount: 120 });
    await nodeIs(host, 'closed');
  }));
