"""Cards, events, records, ledgers: plain values that everything else speaks of."""
