"""What is printed on the parts of the box: facts that its owner enters, and complete sets of them."""
