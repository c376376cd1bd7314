/* Nothing: the plugin's only symbol is declared by the contract. */
