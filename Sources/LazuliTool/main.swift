print("lazuli")
