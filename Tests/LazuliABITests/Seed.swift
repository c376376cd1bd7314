// The layout of the contract.
